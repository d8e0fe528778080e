export const maxCartQuantity = 99
export const maxCartLines = 100
/** The cart reduces larger quantities and shows a message instead of rejecting them. */
export const maxRequestedQuantity = 1_000_000
