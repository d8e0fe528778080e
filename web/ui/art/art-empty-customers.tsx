import { ArtFrame, artColors } from './art-frame.tsx'

/** Three people, one with a heart in a speech bubble. */
export function ArtEmptyCustomers() {
  return (
    <ArtFrame>
      <path d="M36 126v-6a23 23 0 0 1 46 0v6z" />
      <circle cx="59" cy="82" r="12" />
      <path
        d="M47 81c1-9 6-12 12-12s11 4 12 11c-7 1-12-1-15-5-2 4-5 6-9 6z"
        fill={artColors.soft}
      />
      <path d="M118 126v-6a23 23 0 0 1 46 0v6z" />
      <circle cx="141" cy="82" r="12" />
      <path
        d="M129 84c-1-10 5-15 12-15s13 5 12 15c-2-4-4-6-6-9-5 3-13 3-18 9z"
        fill={artColors.soft}
      />
      <path d="M67 126v-5a33 33 0 0 1 66 0v5z" fill={artColors.soft} />
      <path d="M91 88v-8h18v8c0 6-4 9-9 9s-9-3-9-9z" />
      <circle cx="100" cy="68" r="17" />
      <path d="M83 67c0-12 8-18 17-18 10 0 17 7 17 18-8 0-14-3-18-9-3 6-9 9-16 9z" />
      <path d="M94 75c4 3 8 3 12 0" fill="none" />
      <path d="M132 34h18a7 7 0 0 1 7 7v8a7 7 0 0 1-7 7h-11l-8 6v-6.500a7 7 0 0 1-6-6.500v-8a7 7 0 0 1 7-7z" />
      <path
        d="M141 51c-5-3-7-5-7-8a3.7 3.7 0 0 1 7-1.600A3.7 3.7 0 0 1 148 43c0 3-2 5-7 8z"
        fill={artColors.accent}
        stroke="none"
      />
    </ArtFrame>
  )
}
