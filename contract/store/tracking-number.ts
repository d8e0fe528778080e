/**
 * Returns a tracking number without capitals, spaces and hyphens, which carriers print and files leave out.
 * The column `fulfillment.folded_tracking` has this form.
 */
export const foldTrackingNumber = (number: string): string =>
  number.replaceAll(/[ -]/g, '').toLowerCase()

export const isSameTrackingNumber = (one: string, other: string): boolean =>
  foldTrackingNumber(one) === foldTrackingNumber(other)

/** Returns whether a change gives a parcel another tracking number or carrier. */
export const isNewTracking = (
  current: { carrier: string; trackingNumber: string },
  {
    carrier = current.carrier,
    number = current.trackingNumber,
  }: { carrier?: string | undefined; number?: string | undefined },
): boolean =>
  number !== '' &&
  (!isSameTrackingNumber(number, current.trackingNumber) ||
    carrier.trim().toLowerCase() !== current.carrier.toLowerCase())
