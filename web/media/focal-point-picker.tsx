import { Input, Slider } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import css from './image-field.module.css'
import type { EditableImage } from './image-key.ts'

type Props = {
  image: EditableImage
  onChange: (focalPoint: Pick<EditableImage, 'focusX' | 'focusY'>) => void
}

/** Selects the point of an image that stays visible, by a click on it or with the keyboard. */
export function FocalPointPicker({ image: { url, focusX = 50, focusY = 50 }, onChange }: Props) {
  const { t } = useTranslation()
  const labels = { focusX: t('ui.image.focusX'), focusY: t('ui.image.focusY') }
  return (
    <Input.Wrapper
      label={t('ui.image.focus')}
      description={t('ui.image.focusHint')}
      labelElement="div"
      mt="sm"
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the sliders below are for the keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the sliders below are for the keyboard */}
      <div
        className={css.focus}
        onClick={({ currentTarget, clientX, clientY }) => {
          const { left, top, width, height } = currentTarget.getBoundingClientRect()
          onChange({
            focusX: toPercent((clientX - left) / width),
            focusY: toPercent((clientY - top) / height),
          })
        }}
      >
        <img src={getSizedImageUrl(url, 480)} alt="" />
        <span style={{ left: `${focusX}%`, top: `${focusY}%` }} />
      </div>
      {(['focusX', 'focusY'] as const).map(name => (
        <Slider
          key={name}
          mt="md"
          size="sm"
          thumbSize={24}
          label={null}
          thumbLabel={labels[name]}
          value={name === 'focusX' ? focusX : focusY}
          onChange={value => onChange({ [name]: value })}
        />
      ))}
    </Input.Wrapper>
  )
}

const toPercent = (fraction: number) => Math.round(Math.min(1, Math.max(0, fraction)) * 100)
