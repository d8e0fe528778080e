/**
 * The header with the position in the log of the database up to which a client has read or written.
 * A read replica serves a call only if it has reached this position.
 */
export const dataPositionHeader = 'x-data-position'
