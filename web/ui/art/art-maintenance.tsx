import { CatSitting } from './art-cat.tsx'
import { artColors, tint } from './art-frame.tsx'
import { ArtScene, Cloud, Plant } from './art-scene.tsx'
import { Shop } from './art-shop.tsx'

const paws = [
  [352, 318],
  [338, 326],
  [322, 319],
  [308, 327],
  [292, 320],
  [278, 328],
] as const

const toes = [
  [-4.5, -1],
  [0, -2.5],
  [4.5, -1],
] as const

/** Fresh paint with paw prints in it. */
export function ArtMaintenance() {
  return (
    <ArtScene hasBird>
      <Cloud x={398} y={110} />
      <Shop
        window={
          <path
            d="M168 200h86v66h-86z
              M168 222l22-22M168 244l44-44M168 266l66-66M190 266l64-64M212 266l42-42M234 266l20-20"
          />
        }
        sign={<path d="M204 117h34" fill="none" strokeWidth="2.5" stroke={artColors.accent} />}
      />
      <path d="M246 117h32" fill="none" strokeWidth="2.5" strokeDasharray="3 6" />
      <g>
        <path d="M293 214v-8M276 218h34v24h-34z" />
        <path d="M284 230h18" stroke={artColors.accent} strokeWidth="2.5" />
      </g>
      <g fill="none">
        <path d="M96 312l16-170M136 312l-12-170M110 162h15M108 186h18M106 210h21M103 234h26M101 258h30M99 282h34" />
        <path d="M106 142h24v-8h-24z" fill={artColors.soft} />
      </g>
      <g>
        <path d="M108 134v-22h22v22z" fill={artColors.accent} stroke="none" />
        <path d="M106 112h26v-5h-26zM108 107c0-16 22-16 22 0" fill="none" />
        <path d="M116 112v12a3.5 3.5 0 0 0 7 0v-12" fill={tint(60)} stroke="none" />
      </g>
      <path d="M386 312v-30h40v30zM382 282h48v-7h-48z" fill={artColors.soft} />
      <path
        d="M390 282v12a4 4 0 0 0 8 0v-6a3 3 0 0 1 6 0v16a4 4 0 0 0 8 0v-22z"
        fill={artColors.accent}
        stroke="none"
      />
      <path d="M396 275l18-44M410 226l12 5-8 18-12-5z" />
      <g fill={artColors.accent} stroke="none">
        {paws.map(([x, y]) => (
          <path
            key={x}
            d={[
              `M${x} ${y}m-3.5 3a3.5 3 0 1 1 7 0 3.5 3 0 1 1-7 0`,
              ...toes.map(
                ([dx, dy]) => `M${x + dx} ${y + dy}m-1.3 0a1.3 1.5 0 1 1 2.6 0 1.3 1.5 0 1 1-2.6 0`,
              ),
            ].join('')}
          />
        ))}
      </g>
      <CatSitting x={236} y={328} eyes="away" size={0.9} isMirrored />
      <Plant x={62} y={312} size={0.9} />
    </ArtScene>
  )
}
