export const maxCartQuantity = 99
export const maxCartLines = 100
/** The cart reduces larger quantities to what it can hold and says so, instead of rejecting them. */
export const maxAskedQuantity = 1_000_000
