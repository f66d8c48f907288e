// Whether the browser refuses to store more, which changes what may be said about words that are typed.

let full = false

/** Notes whether the browser has refused to store something and still does. */
export const noteFull = (now: boolean): void => { full = now }

/** Reports whether the browser refuses to store what is typed. */
export const storageFull = (): boolean => full
