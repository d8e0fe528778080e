import { ArtFrame, artColors } from './art-frame.tsx'

/** A mug, a vase with a sprig, and a candle. */
export function ArtEmptyProducts() {
  return (
    <ArtFrame>
      <path d="M84 97h5a8 8 0 0 1 0 16h-6" fill="none" />
      <path d="M50 90h34v24a12 12 0 0 1-12 12H62a12 12 0 0 1-12-12z" />
      <path d="M60 82c-3-4 3-6 0-11M72 82c-3-4 3-6 0-11" fill="none" />
      <path d="M112 84V44" fill="none" />
      <path
        d="M112 70c-10 0-15-5-15-14 9 0 15 5 15 14zM112 60c0-9 5-15 15-15 0 9-5 15-15 15z
          M112 48c-8-1-12-6-12-13 8 1 12 6 12 13z"
        fill={artColors.soft}
      />
      <path d="M103 126c-9-10-9-26 2-34v-8h14v8c11 8 11 24 2 34z" />
      <path d="M99 106c8 4 18 4 26 0" fill="none" />
      <path d="M136 102h24v21a3 3 0 0 1-3 3h-18a3 3 0 0 1-3-3z" />
      <path d="M148 102v-6M136 109h24" fill="none" />
      <path d="M148 96c-4-3-3-7 0-11 3 4 4 8 0 11z" fill={artColors.soft} />
      <path d="M67 90c2 4 1 7-1 9" fill="none" />
      <path
        d="m66 98 8 5v12a2 2 0 0 1-2 2H60a2 2 0 0 1-2-2v-12z"
        fill={artColors.accent}
        stroke="none"
      />
      <path d="M66 104h.01" stroke={artColors.paper} strokeWidth="3" />
    </ArtFrame>
  )
}
