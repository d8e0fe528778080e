import { CatPeeking, CatSitting } from './art-cat.tsx'
import { artColors } from './art-frame.tsx'
import { ArtScene, Cloud, Moon, Parcel, Plant, Stars, Sun } from './art-scene.tsx'
import { Shop } from './art-shop.tsx'

/** A shop with an extension under construction, by night in the dark skin. */
export function ArtComingSoon({ skin = 'light' }: { skin?: 'light' | 'dark' }) {
  const isNight = skin === 'dark'
  return (
    <ArtScene hasBird={!isNight}>
      {isNight ? (
        <>
          <Moon x={412} y={72} />
          <Stars />
        </>
      ) : (
        <>
          <Sun x={412} y={76} />
          <Cloud x={64} y={150} />
          <Cloud x={330} y={72} size={0.7} />
        </>
      )}
      <g transform="translate(-46 0)">
        <Shop
          isLit={isNight}
          window={
            isNight ? (
              <CatPeeking x={190} y={264} size={0.95} eyes="up" />
            ) : (
              <path d="M178 266v-26h20v26M224 266c-4-8-2-14 4-18v-6h8v6c6 4 8 10 4 18z" />
            )
          }
        />
      </g>
      <path d="M282 168h70v144h-70" fill="none" strokeDasharray="5 6" />
      <path d="M296 134h56l14 34h-72" fill="none" strokeDasharray="5 6" stroke={artColors.accent} />
      <g fill="none">
        <path d="M306 312V128M392 312V128M306 312l86-64M306 232l86-64" />
        <path d="M296 238h106v9H296zM296 158h106v9H296z" fill={artColors.soft} />
      </g>
      <Parcel x={332} y={158} w={34} h={24} />
      <path d="M356 238v-22h26v22z" fill={artColors.accent} stroke="none" />
      <path d="M356 216h26v-5h-26zM358 211c0-14 22-14 22 0" />
      {!isNight && <CatSitting x={370} y={158} size={0.75} eyes="up" />}
      <path d="M430 312l8-28h8l8 28zM424 312h36" />
      <path d="M435.5 293h13l3 10h-19z" fill={artColors.accent} stroke="none" />
      <path d="M52 312l12-126M86 312l-8-126M62 206h17M60 230h20M58 254h23M55 278h28" fill="none" />
      <Plant x={276} y={312} size={0.8} />
    </ArtScene>
  )
}
