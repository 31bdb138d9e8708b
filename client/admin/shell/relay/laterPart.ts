import type { ComponentType } from 'react'
import { lazyComponent } from './lazyComponent.tsx'
import { laterWordsArrive } from '../words/laterWords.ts'

/** Makes a part whose code loads after the page; its texts load with it. */
export const laterPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazyComponent(async () => (await Promise.all([load(), laterWordsArrive()]))[0])
