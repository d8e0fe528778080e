import { ArtFrame, artColors } from './art-frame.tsx'

/** A receipt in an open parcel. */
export function ArtEmptyOrders() {
  return (
    <ArtFrame>
      <path d="M62 80 50 66h100l-12 14z" fill={artColors.soft} />
      <path d="M80 96V34l6.7 4.5 6.7-4.5 6.6 4.5 6.6-4.5 6.7 4.5L120 34v62z" />
      <path d="M89 50h22M89 58h22" fill="none" />
      <path d="M89 66h12" stroke={artColors.accent} fill="none" />
      <path d="M60 80h80v42a4 4 0 0 1-4 4H64a4 4 0 0 1-4-4z" />
      <path d="M60 80 46 93h40l14-13zM140 80l14 13h-40l-14-13z" />
      <path d="M70 110h18M70 117h10" fill="none" />
      <circle cx="122" cy="112" r="8" fill={artColors.accent} stroke="none" />
      <path d="m118.5 112 2.5 2.5 4.5-4.8" stroke={artColors.paper} fill="none" />
    </ArtFrame>
  )
}
