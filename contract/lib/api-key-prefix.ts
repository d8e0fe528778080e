/** How every key begins, so that one that lies about in a file is known for what it is. */
export const keyMark = 'sw_live_'
