/** Returns the part of an amount that belongs to a part of a whole, rounded half up. Products can exceed 2^53. */
export const calculateShare = (amount: number, part: number, whole: number): number =>
  whole === 0
    ? 0
    : Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))
