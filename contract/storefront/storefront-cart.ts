export const maxCartQuantity = 99
export const maxCartLines = 100
