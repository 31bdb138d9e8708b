import type { SceneName } from '../catalog/art.ts'
import type { ProductKind } from '../catalog/catalog.ts'

const places: Record<ProductKind, readonly SceneName[]> = {
  table: ['table', 'window'],
  kitchen: ['table', 'shelf'],
  home: ['sofa', 'window'],
  care: ['shelf', 'window'],
  wear: ['sofa', 'hills'],
  outdoor: ['hills', 'lake'],
  garden: ['window', 'shelf'],
}

export const scenesOf = (kind: ProductKind): readonly SceneName[] => places[kind]
