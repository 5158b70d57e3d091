"""Messages between server and browser, and the TypeScript types generated from them."""
