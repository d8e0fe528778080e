import { CatSitting } from './art-cat.tsx'
import { artColors, tint } from './art-frame.tsx'
import { ArtScene, KeyDrawing, Plant } from './art-scene.tsx'

const hooks = [154, 190, 226, 262, 298]

/** A key cutting machine with a new key, and the cat beside it. */
export function ArtNewKey() {
  return (
    <ArtScene>
      <path d="M128 84h196a6 6 0 0 1 6 6v86a6 6 0 0 1-6 6H128a6 6 0 0 1-6-6V90a6 6 0 0 1 6-6z" />
      {hooks.map((x, i) => (
        <g key={x}>
          <path d={`M${x} 102v6a4 4 0 0 0 8 0`} fill="none" />
          {i !== 3 && (
            <path
              d={`M${x + 4} 114a8 8 0 1 1-.01 0zM${x + 1} 129.5v28h6v-5h5v-6h-5v-17`}
              fill={i === 1 ? artColors.soft : artColors.paper}
            />
          )}
        </g>
      ))}
      <path
        d="M266 114a8 8 0 1 1-.01 0zM263 129.5v28h6v-5h5v-6h-5v-17"
        fill="none"
        strokeDasharray="3 4"
      />
      <path d="M392 60v68" fill="none" />
      <path d="M364 152a28 25 0 0 1 56 0z" fill={artColors.accent} stroke="none" />
      <path d="M364 152h56l34 92H330z" fill={tint(20)} stroke="none" />
      <path d="M76 244h336v14H76z" />
      <path d="M92 258h304v54H92zM194 258v54M294 258v54" fill={artColors.soft} />
      <path d="M138 280h14M237 280h14M338 280h14" fill="none" strokeWidth="3" />
      <path d="M300 244v-26h14v-12h46v12h14v26z" />
      <path d="M337 190a24 24 0 1 1-.01 0z" fill={artColors.soft} />
      <path d="M337 206a8 8 0 1 1-.01 0z" />
      <g transform="translate(258 214) rotate(-90)">
        <KeyDrawing x={0} y={0} size={1.05} />
      </g>
      <path d="M318 190l-7-10M308 198l-11-5M326 184l-2-12" stroke={artColors.accent} fill="none" />
      <CatSitting x={158} y={244} eyes="open" size={0.95} />
      <Plant x={440} y={312} size={0.9} />
    </ArtScene>
  )
}
