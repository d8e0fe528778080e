import { ArtFrame, artColors } from './art-frame.tsx'

/** A half-written page and a pencil. */
export function ArtEmptyContent() {
  return (
    <ArtFrame>
      <path d="M52 42h72v84H52z" fill={artColors.soft} />
      <path d="M60 32h72a3 3 0 0 1 3 3v91H57V35a3 3 0 0 1 3-3z" />
      <path d="M67 42h58v30H67z" fill={artColors.soft} />
      <path d="m67 72 16-15 10 9 8-6 13 12z" />
      <circle cx="114" cy="51" r="4" />
      <path d="M67 82h40M67 91h58M67 100h50M67 109h24" fill="none" />
      <path d="m112 113 30-30 10 10-30 30-13 3z" />
      <path d="m118 107 24-24 10 10-24 24z" fill={artColors.accent} stroke="none" />
      <path d="m142 83 10 10 3-3a3 3 0 0 0 0-4l-6-6a3 3 0 0 0-4 0z" />
      <path d="m112 113 10 10-13 3z" />
      <path d="m135 90 10 10" stroke={artColors.paper} fill="none" />
    </ArtFrame>
  )
}
