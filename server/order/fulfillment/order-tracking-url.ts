/** Tracking pages by the carrier's name as users write it; `{}` is the tracking number. */
const trackingUrlTemplates: [RegExp, string][] = [
  [/^ups\b/, 'https://www.ups.com/track?tracknum={}'],
  [/^usps\b/, 'https://tools.usps.com/go/TrackConfirmAction?tLabels={}'],
  [/^fed\s?ex\b/, 'https://www.fedex.com/fedextrack/?trknbr={}'],
  [/^dhl\b/, 'https://www.dhl.com/en/express/tracking.html?AWB={}'],
  [/^royal\s?mail\b/, 'https://www.royalmail.com/track-your-item#/tracking-results/{}'],
  [/^dpd\b/, 'https://tracking.dpd.de/status/en_US/parcel/{}'],
  [/^gls\b/, 'https://gls-group.com/track/{}'],
  [/^hermes\b|^evri\b/, 'https://www.evri.com/track/parcel/{}'],
  [
    /^canada\s?post\b/,
    'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={}',
  ],
  [/^australia\s?post\b|^auspost\b/, 'https://auspost.com.au/mypost/track/#/details/{}'],
  [/^la\s?poste\b|^colissimo\b/, 'https://www.laposte.fr/outils/suivre-vos-envois?code={}'],
  [/^post\s?nord\b/, 'https://tracking.postnord.com/en/?id={}'],
]

/** Returns the given URL, else the carrier's tracking page, or '' for an unknown carrier. */
export function buildTrackingUrl({
  carrier = '',
  number = '',
  url = '',
}: {
  carrier?: string | undefined
  number?: string | undefined
  url?: string | undefined
}): string {
  if (url || !number) return url
  const name = carrier.trim().toLowerCase()
  return (
    trackingUrlTemplates
      .find(([pattern]) => pattern.test(name))?.[1]
      .replace('{}', encodeURIComponent(number)) ?? ''
  )
}
