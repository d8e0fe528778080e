import { ArtFrame, artColors } from './art-frame.tsx'

/** A sheet with rows above a tray. */
export function ArtEmptyImports() {
  return (
    <ArtFrame>
      <path d="m40 102 10-14h100l10 14z" fill={artColors.soft} />
      <path d="M70 30h44l16 16v62H70z" />
      <path d="M114 30v16h16z" fill={artColors.soft} />
      <path d="M78 54h44v30H78zM78 64h44M78 74h44M92 54v30" fill="none" />
      <path d="M78 54h14v30H78z" fill={artColors.soft} />
      <path d="M78 64h14M78 74h14M78 42h22" fill="none" />
      <path d="M40 102h34l6 10h40l6-10h34v20a4 4 0 0 1-4 4H44a4 4 0 0 1-4-4z" />
      <circle cx="130" cy="80" r="13" fill={artColors.accent} stroke={artColors.paper} />
      <path d="M130 74v12M125 81.500l5 5 5-5" stroke={artColors.paper} fill="none" />
    </ArtFrame>
  )
}
