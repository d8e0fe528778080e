import { CatPeeking } from './art-cat.tsx'
import { artColors, tint } from './art-frame.tsx'
import { ArtScene, Cloud, Parcel, Plant, Sun } from './art-scene.tsx'
import { Shop } from './art-shop.tsx'

const flags = [
  [66, 88],
  [98, 106],
  [132, 116],
  [348, 116],
  [382, 106],
  [414, 88],
] as const

/** The opening day of the shop, with bunting, a ribbon across the door, and the cat. */
export function ArtOpening() {
  return (
    <ArtScene>
      <Sun x={238} y={54} />
      <Cloud x={356} y={62} size={0.75} />
      <path d="M40 70c40 36 84 50 152 46M440 70c-40 36-84 50-152 46" fill="none" />
      {flags.map(([x, y], i) => (
        <path
          key={x}
          d={`M${x - 8} ${y}l16 5-11 15z`}
          transform={x > 240 ? `rotate(-34 ${x} ${y})` : undefined}
          fill={i % 2 ? artColors.paper : artColors.accent}
          stroke={i % 2 ? undefined : 'none'}
        />
      ))}
      <Shop window={<path d="M182 266v-30h22v30M218 266v-18h24v18M222 248v-8h16v8" />} />
      <g>
        <path
          d="M262 262c22 7 40 7 62 0v12c-22 7-40 7-62 0z"
          fill={artColors.accent}
          stroke="none"
        />
        <path
          d="M293 272c-12-12-20-10-20-3s8 9 20 3zM293 272c12-12 20-10 20-3s-8 9-20 3zM290 272l-8 22 8-4 4 7 3-25z"
          fill={artColors.accent}
          stroke={artColors.paper}
        />
      </g>
      <OpenBox />
      <Parcel x={58} y={312} w={46} h={38} />
      <Parcel x={60} y={274} w={34} h={24} isHighlighted />
      <Plant x={352} y={312} />
      <Ladder />
      <path d="M70 222h.01M404 200h.01M126 190h.01" strokeWidth="3.5" stroke={tint(60)} />
    </ArtScene>
  )
}

function OpenBox() {
  return (
    <g>
      <CatPeeking x={114} y={266} size={0.95} eyes="up" />
      <path d="M86 270h56v42H86z" />
      <path d="M86 270l-14 10h14zM142 270l14 10h-14z" fill={artColors.soft} />
      <path d="M96 300h16" fill="none" />
    </g>
  )
}

function Ladder() {
  return (
    <g fill="none">
      <path d="M392 312l14-118M418 312l-6-118M400 194h18M398 216h16M395 238h20M393 260h23M390 282h27" />
      <path d="M404 194l-4-12h22l-2 12z" fill={artColors.accent} stroke="none" />
      <path d="M402 182c2-12 16-12 18 0" />
    </g>
  )
}
