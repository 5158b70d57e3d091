/** One text of a catalogue: plain, or with a form for one and for several `n`. `{name}` takes a parameter. */
export type Message = string | { readonly one: string; readonly other: string };

export type Catalogue = Readonly<Record<string, Message>>;

/** A catalogue in another language: exactly the same keys, and plural where the first is plural. */
export type Same<C extends Catalogue> = {
  readonly [K in keyof C]: C[K] extends string ? string : { readonly one: string; readonly other: string };
};
