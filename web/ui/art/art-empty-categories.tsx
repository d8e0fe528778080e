import { ArtFrame, artColors } from './art-frame.tsx'

/** A folder that branches into three folders. */
export function ArtEmptyCategories() {
  return (
    <ArtFrame>
      <path d="M100 66v24M58 90v-6a6 6 0 0 1 6-6h72a6 6 0 0 1 6 6v6" fill="none" />
      <path
        d="M78 37a4 4 0 0 1 4-4h11l6 6h19a4 4 0 0 1 4 4v21a4 4 0 0 1-4 4H82a4 4 0 0 1-4-4z"
        fill={artColors.accent}
        stroke="none"
      />
      <path d="M87 51h26M87 58h15" stroke={artColors.paper} fill="none" />
      <path d="M42 90h32v36H42zM84 90h32v36H84zM126 90h32v36h-32z" />
      <path d="M42 90h32v24H42zM84 90h32v24H84zM126 90h32v24h-32z" fill={artColors.soft} />
      <path d="M48 120h14M90 120h18M132 120h10" fill="none" />
      <path d="M51 97h11v6a4 4 0 0 1-4 4h-3a4 4 0 0 1-4-4zM62 99h2a2.5 2.5 0 0 1 0 5h-2" />
      <path d="M91 100h18c0 5-4 8-9 8s-9-3-9-8z" />
      <path d="M142 108v-6M142 102c-5 0-7-3-7-6 4 0 7 2 7 6zM142 102c0-4 3-6 7-6 0 4-2 6-7 6z" />
    </ArtFrame>
  )
}
