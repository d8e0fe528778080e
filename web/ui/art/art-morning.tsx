import { CatSitting } from './art-cat.tsx'
import { artColors } from './art-frame.tsx'
import { ArtScene, Cloud, Parcel, Plant, Sun } from './art-scene.tsx'
import { Shop } from './art-shop.tsx'

/** The open shop in the morning, with a loaded bicycle and the cat. */
export function ArtMorning() {
  return (
    <ArtScene hasBird>
      <Sun x={392} y={92} />
      <Cloud x={72} y={132} />
      <Cloud x={428} y={156} size={0.7} />
      <Shop door="open" window={<WindowGoods />} />
      <path d="M280 222h18v14h-18z" transform="rotate(-4 289 229)" />
      <Plant x={130} y={312} size={0.9} />
      <CatSitting x={352} y={312} size={0.82} isMirrored />
      <Bicycle />
      <Parcel x={84} y={312} w={44} h={34} />
      <Parcel x={80} y={278} w={32} h={24} isHighlighted />
    </ArtScene>
  )
}

function WindowGoods() {
  return (
    <g>
      <path d="M180 266v-22h12v22zM186 244c-8-8-8-16-6-24M186 244c0-10 4-16 10-18" />
      <path d="M222 266c-4-8-2-14 4-18v-6h8v6c6 4 8 10 4 18z" />
      <path d="M198 266v-14h18v14" fill={artColors.accent} stroke="none" />
    </g>
  )
}

function Bicycle() {
  return (
    <g>
      <circle cx="392" cy="290" r="22" fill="none" />
      <circle cx="446" cy="290" r="22" fill="none" />
      <path
        d="M392 290l14-34h28l12 34M406 256l14 34 14-34M420 290h-28M402 250h10M434 256l-4-12h-10M420 290l-4 8"
        fill="none"
      />
      <path d="M434 232h28l-4 20h-22z" fill={artColors.soft} />
      <path d="M440 232v-9h14v9" fill={artColors.accent} stroke="none" />
    </g>
  )
}
