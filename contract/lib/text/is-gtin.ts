/** Returns whether a barcode is a GTIN (8, 12, 13 or 14 digits) with a correct check digit. */
export function isGtin(barcode: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(barcode)) return false
  // From the right, the digits before the check digit weigh 3, 1, 3, 1, ...
  const sum = [...barcode]
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}
