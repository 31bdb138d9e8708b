import { useLocation, useSearchParams } from 'react-router'
import { isSource, type SourceId } from './sources/sites.ts'
import { runParam } from './useImportRun.ts'

const sourceParam = 'from'
const productParam = 'product'

/** End of the paths of the manual import (spec 2). */
const manualPath = '/reviews/import'

interface ImportPlace {
  /** The manual import, for one product; otherwise an import for the whole shop. */
  manual: boolean
  /** Relay id of the shown import. */
  run: string | null
  /** The open source view. */
  source: SourceId | null
  /** Relay id of the product to import for. */
  product: string | null
  /** Returns the URL of a source's view; null: of the start page. */
  hrefOf: (source: SourceId | null) => string
  open: (source: SourceId | null) => void
  /** Chooses the product to import for. Keeps the list's page and filters. */
  importFor: (product: string | null) => void
}

/** Returns the merchant's place among the import pages, read from the URL. */
export function useImportPlace(): ImportPlace {
  const { pathname } = useLocation()
  const [params, setParams] = useSearchParams()
  const source = params.get(sourceParam)
  const placed = (id: SourceId | null) => {
    const next = new URLSearchParams(params)
    next.delete(runParam)
    next.delete(sourceParam)
    if (id) next.set(sourceParam, id)
    return next
  }
  return {
    manual: pathname.endsWith(manualPath),
    run: params.get(runParam),
    source: isSource(source) ? source : null,
    product: params.get(productParam),
    hrefOf: (id) => `${pathname}?${placed(id)}`.replace(/\?$/, ''),
    open: (id) => setParams(placed(id)),
    importFor(id) {
      const next = placed(null)
      next.delete(productParam)
      if (id) next.set(productParam, id)
      setParams(next)
    },
  }
}
