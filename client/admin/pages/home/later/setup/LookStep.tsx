import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import { BRANDING, type BrandingSettings } from '../../../../../../rules/settings/branding.ts'
import { toGraphql } from '../../../../../../rules/settings/shape.ts'
import type { LookStepMutation } from '../../../../../__generated__/LookStepMutation.graphql.ts'
import type { LookStepQuery } from '../../../../../__generated__/LookStepQuery.graphql.ts'
import { Part, useOwnQuery } from '../../../../shell/Part.tsx'
import { useCommit } from '../../../../shell/relay/useCommit.ts'
import { usePreviewData, type PreviewData } from '../../../../ui/preview/previewReviews.ts'
import { ProductPreview } from './ProductPreview.tsx'
import type { StepProps } from './Setup.tsx'
import { StepFrame } from './StepFrame.tsx'
import { ThemeCheck } from './ThemeCheck.tsx'

const starColours = [
  { value: '#d98e04', name: msg`Amber` },
  { value: '#1f5b45', name: msg`Green` },
  { value: '#1e1b16', name: msg`Black` },
  { value: '#b3261e', name: msg`Red` },
] as const

type Look = Pick<BrandingSettings, 'primaryColor' | 'textColor' | 'backgroundColor' | 'starColor' | 'font' | 'corners'>

/** Second step: the widgets' colors, taken from the live theme, seen on the shop's own product. */
export function LookStep(props: StepProps) {
  const { t } = useLingui()
  const data = usePreviewData(props.shop)
  return (
    <Part
      waits={
        <div className="c-setup-waits" role="status">
          {t`Reading your theme’s colors…`}
        </div>
      }
    >
      <Looks {...props} data={data} />
    </Part>
  )
}

function Looks({ shop, next, back, data }: StepProps & { data: PreviewData }) {
  const { t } = useLingui()
  const own: Look = data.branding
  const theme = useThemeLook(own)
  const isSaved = shop.branding.version > 0
  const isThemes = theme !== null && swatchesOf(theme).join() === swatchesOf(own).join()
  const [base, setBase] = useState<'theme' | 'own'>(theme && (isThemes || !isSaved) ? 'theme' : 'own')
  const [starColor, setStarColor] = useState(own.starColor)
  const [isChecking, setChecking] = useState(false)
  const [save, busy] = useSaveLook()
  const look: Look = { ...(base === 'theme' && theme ? theme : own), starColor }
  const run = async () => {
    const input = toGraphql(BRANDING.shape, look) as LookStepMutation['variables']['input']
    const { ok } = await save({ input }, { fieldless: true })
    if (ok) setChecking(true)
  }
  return (
    <StepFrame
      title={t`Make it look like your store`}
      lead={t`We read your live theme. Check how reviews look on your product; you can change everything later.`}
      effect={<ProductPreview shop={shop} data={data} branding={{ ...data.branding, ...look }} />}
      primary={{ label: t`Use this look`, run: () => void run(), busy }}
      skip={{ run: next }}
      back={back}
    >
      <fieldset className="c-tiles">
        <legend>{t`Colors`}</legend>
        {theme && (
          <Tile
            look={theme}
            label={t`Your theme’s colors`}
            isChosen={base === 'theme'}
            choose={() => setBase('theme')}
          />
        )}
        {!isThemes && (
          <Tile
            look={own}
            label={isSaved ? t`Your branding` : t`Candor’s colors`}
            isChosen={base === 'own'}
            choose={() => setBase('own')}
          />
        )}
      </fieldset>
      {!theme && <p className="c-quiet">{t`We couldn’t read the colors of your theme.`}</p>}
      <StarChoice chosen={starColor} choose={setStarColor} />
      {isChecking && <ThemeCheck next={next} onClose={() => setChecking(false)} />}
    </StepFrame>
  )
}

function StarChoice({ chosen, choose }: { chosen: string; choose: (colour: string) => void }) {
  const { t, i18n } = useLingui()
  return (
    <fieldset className="c-dots">
      <legend>{t`Stars`}</legend>
      {starColours.map(({ value, name }) => (
        <label key={value} style={{ color: value }}>
          <input
            type="radio"
            name="star-color"
            aria-label={i18n._(name)}
            checked={chosen === value}
            onChange={() => choose(value)}
          />
          <span aria-hidden="true">★</span>
        </label>
      ))}
    </fieldset>
  )
}

const swatchesOf = ({ primaryColor, textColor, backgroundColor }: Look): string[] => [
  primaryColor,
  textColor,
  backgroundColor,
]

interface TileProps {
  look: Look
  label: string
  isChosen: boolean
  choose: () => void
}

function Tile({ look, label, isChosen, choose }: TileProps) {
  return (
    <label className="c-tile">
      <input type="radio" name="look" checked={isChosen} onChange={choose} />
      <span className="c-swatches" aria-hidden="true">
        {swatchesOf(look).map((colour, index) => (
          <i key={index} style={{ background: colour }} />
        ))}
      </span>
      <span>{label}</span>
    </label>
  )
}

/** Reads the live theme's look; null if it has none that we can read. */
function useThemeLook(own: Look): Look | null {
  const brand = useOwnQuery<LookStepQuery>(
    graphql`
    query LookStepQuery {
      viewer { shop { id themeBrand { primaryColor textColor backgroundColor font corners problem } } }
    }
  `,
    {},
  ).viewer.shop?.themeBrand
  if (!brand || brand.problem) return null
  const { problem: _problem, ...found } = brand
  const known = Object.fromEntries(Object.entries(found).filter(([, value]) => value))
  return { ...own, ...(known as Partial<Look>) }
}

const useSaveLook = () =>
  useCommit<LookStepMutation>(graphql`
    mutation LookStepMutation($input: SaveBrandingInput!) {
      saveBranding(input: $input) {
        __typename
        ... on SaveBrandingSuccess { data { id version ...brand_settings } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
