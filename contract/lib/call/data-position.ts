/**
 * The header with the position in the log of the database up to which a client has read or written.
 * A call that a read replica can answer gets there only what is at least as new.
 */
export const dataPositionHeader = 'x-data-position'
