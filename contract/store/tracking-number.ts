/**
 * Returns a tracking number without capitals, spaces and hyphens, which carriers print and files leave out.
 * The column `fulfillment.folded_tracking` has this form.
 */
export const foldTrackingNumber = (number: string): string =>
  number.replaceAll(/[ -]/g, '').toLowerCase()

export const isSameTrackingNumber = (one: string, other: string): boolean =>
  foldTrackingNumber(one) === foldTrackingNumber(other)
