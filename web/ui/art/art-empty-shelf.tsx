import { CatSitting } from './art-cat.tsx'
import { artColors } from './art-frame.tsx'
import { ArtScene, Parcel, Plant } from './art-scene.tsx'

/** A storeroom with an empty place on the shelf. */
export function ArtEmptyShelf() {
  return (
    <ArtScene>
      <path d="M92 312V84h12v228zM376 312V84h12v228z" fill={artColors.soft} />
      <path d="M104 152h272v10H104zM104 238h272v10H104z" />
      <path d="M104 96h272" fill="none" />
      <Parcel x={142} y={152} w={54} h={40} />
      <Parcel x={206} y={152} w={46} h={30} isHighlighted />
      <Parcel x={206} y={122} w={34} h={20} />
      <path d="M252 152v-36h22v36zM252 126h22" fill={artColors.soft} />
      <Parcel x={330} y={152} w={60} h={44} />
      <Parcel x={140} y={238} w={50} h={44} isHighlighted />
      <path d="M196 236v-62h86v62" fill="none" strokeDasharray="5 6" stroke={artColors.accent} />
      <CatSitting x={236} y={238} eyes="open" size={0.92} />
      <Parcel x={334} y={238} w={56} h={36} />
      <Parcel x={330} y={202} w={40} h={24} />
      <g>
        <path d="M226 248v12M212 260h28l-4 20h-20z" />
        <path
          d="M223 267c0-5 7-5 7 0 0 3-3.5 3-3.5 5M226.5 276h.01"
          fill="none"
          stroke={artColors.accent}
          strokeWidth="2"
        />
      </g>
      <Parcel x={150} y={312} w={64} h={44} />
      <Parcel x={316} y={312} w={52} h={38} isHighlighted />
      <path d="M346 312v-28h26v28zM346 292h26" />
      <Plant x={432} y={312} />
      <path d="M40 312v-64M64 312v-64M40 262h24M40 280h24M40 298h24" fill="none" />
      <path d="M36 248h32v-6H36z" fill={artColors.accent} stroke="none" />
    </ArtScene>
  )
}
