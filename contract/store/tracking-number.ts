/**
 * Returns a tracking number without capitals, spaces and hyphens, which carriers print and files leave out.
 * The column `fulfillment.folded_tracking` has this form.
 */
export const foldTrackingNumber = (number: string): string =>
  number.replaceAll(/[ -]/g, '').toLowerCase()

export const isSameTrackingNumber = (one: string, other: string): boolean =>
  foldTrackingNumber(one) === foldTrackingNumber(other)

/** Returns whether the customer does not know the tracking that a change gives to a parcel. */
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
