import { CatReaching, CatSitting } from './art-cat.tsx'
import { artColors, tint } from './art-frame.tsx'
import { ArtScene, Cloud, Parcel, Plant, Sun } from './art-scene.tsx'

/** A mailbox: a bird brings a letter, or the letter is delivered (`isDelivered`). */
export function ArtMailbox({ isDelivered = false }: { isDelivered?: boolean }) {
  return (
    <ArtScene>
      <Sun x={402} y={86} />
      <Cloud x={86} y={112} />
      <g>
        <path d="M242 312V186a48 48 0 0 1 96 0v126z" fill={artColors.soft} />
        <path d="M236 190a54 50 0 0 1 108 0z" fill={artColors.accent} stroke="none" />
        <path d="M258 214h64v10h-64z" fill={artColors.paper} />
        <path d="M264 219h52" strokeWidth="3" fill="none" />
        <path d="M262 244h56v34h-56z" />
        <path d="M272 254h36M272 264h22" fill="none" />
        <path d="M234 300h112v12H234z" />
      </g>
      {isDelivered ? <Delivered /> : <InTransit />}
      <Plant x={386} y={312} size={0.95} />
      <Parcel x={432} y={312} w={40} h={32} />
    </ArtScene>
  )
}

function InTransit() {
  return (
    <g>
      <path d="M40 196c24 4 42-6 52-20M56 222c18 2 34-4 44-12" fill="none" strokeDasharray="4 6" />
      <g transform="translate(142 150)">
        <path
          d="M-26 8c10 14 36 14 46-4l14-5-13-6C17-16 4-18-6-10c-8 6-14 10-26 8z"
          fill={artColors.paper}
        />
        <path d="M-8-2c-2-18 8-32 26-38 2 18-2 32-14 42z" fill={artColors.soft} />
        <path d="M14-7h.01" strokeWidth="4" />
        <path d="M-2 13v7M6 12v8" fill="none" />
        <g transform="rotate(-6 4 36)">
          <path d="M-20 20h48v32h-48z" />
          <path d="M-20 20l24 18 24-18" fill="none" />
          <path
            d="M4 44a5 5 0 1 0 .01 0z"
            fill={artColors.accent}
            stroke="none"
            transform="translate(0 -6)"
          />
        </g>
      </g>
      <CatReaching x={132} y={312} size={1.05} />
    </g>
  )
}

function Delivered() {
  return (
    <g>
      <path d="M268 219l6-40h44l-6 40z" />
      <path d="M274 180l18 20 24-20" fill="none" />
      <circle cx="354" cy="150" r="24" fill={artColors.accent} stroke="none" />
      <path d="M343 150l8 8 14-15" fill="none" stroke={artColors.paper} strokeWidth="3.5" />
      <path d="M384 120l8-6M388 140h10M318 122l-7-7" stroke={artColors.accent} fill="none" />
      <CatSitting x={168} y={312} eyes="shut" size={1.15} />
      <path d="M100 186h.01M128 220h.01M78 240h.01" strokeWidth="3.5" stroke={tint(60)} />
    </g>
  )
}
