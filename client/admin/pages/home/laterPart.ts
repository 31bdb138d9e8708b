import type { ComponentType } from 'react'
import { lazyComponent } from '../../shell/relay/lazyComponent.tsx'
import { laterWordsArrive } from '../../shell/words/laterWords.ts'

/** Makes a part of `later/`, whose texts load with its code. */
export const laterPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazyComponent(async () => (await Promise.all([load(), laterWordsArrive()]))[0])
