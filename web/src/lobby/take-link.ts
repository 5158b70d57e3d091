/** First of all, before anything else is loaded or sent: a seat's secret leaves the address. */

import { takeSeatLink } from "./arrival.svelte";

takeSeatLink();
addEventListener("hashchange", takeSeatLink);
