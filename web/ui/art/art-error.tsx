import { CatSitting } from './art-cat.tsx'
import { artColors, tint } from './art-frame.tsx'
import { ArtScene, Parcel, Plant } from './art-scene.tsx'

/** A broken pot below the shelf on which the cat sits. */
export function ArtError() {
  return (
    <ArtScene>
      <path d="M92 176h260v12H92z" />
      <path d="M116 188h14v24zM314 188h14v24z" fill={artColors.soft} />
      <Parcel x={134} y={176} w={52} h={40} />
      <path d="M176 176v-34h20v34zM176 142h20v-8h-20z" fill={artColors.soft} />
      <path d="M181 152h10v12h-10z" />
      <CatSitting x={268} y={176} eyes="away" size={1.1} isMirrored />
      <path
        d="M328 164c8 4 12 12 12 22M340 204v10M340 228v10M336 250v8"
        fill="none"
        strokeDasharray="4 6"
      />
      <g>
        <path d="M300 312c-4-16 2-26 10-32l8 9 7-10 8 12 7-6c3 8 2 18-2 27z" />
        <path d="M348 312l10-22 12 8 4 14zM276 312l4-14 12 2 2 12z" />
        <path d="M384 312l3-8 9 3-2 5zM260 312l2-6 7 2v4z" fill={artColors.soft} />
        <path d="M306 300c10 5 24 5 34 0" fill="none" stroke={artColors.accent} strokeWidth="2.5" />
        <path
          d="M318 289c-2-18-14-26-28-28 0 14 10 26 28 28zM322 288c2-20 14-30 30-32 0 16-12 30-30 32z"
          fill={tint(40)}
        />
        <path d="M288 288l-10-8M346 276l8-10M304 268l-4-12" stroke={artColors.accent} fill="none" />
      </g>
      <g>
        <path d="M132 312l14-34h30l6 34z" fill={artColors.soft} />
        <path d="M146 278h30l-4-10h-20zM144 312l4-18M158 312v-18M172 312l-2-18" />
        <path d="M162 268l-4-46" strokeWidth="4" />
      </g>
      <Plant x={72} y={312} size={1.1} />
      <path d="M366 88h44a4 4 0 0 1 4 4v52a4 4 0 0 1-4 4h-44a4 4 0 0 1-4-4V92a4 4 0 0 1 4-4z" />
      <path
        d="M362 134l16-16 12 10 10-8 14 14v10a4 4 0 0 1-4 4h-44a4 4 0 0 1-4-4z"
        fill={artColors.soft}
      />
      <circle cx="400" cy="104" r="5" fill={artColors.accent} stroke="none" />
    </ArtScene>
  )
}
