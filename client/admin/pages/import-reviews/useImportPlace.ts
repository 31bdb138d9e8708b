import { useLocation, useSearchParams } from 'react-router'
import { isSource, type SourceId } from './sources/sites.ts'
import { runParam } from './useImportRun.ts'

const sourceParam = 'from'
const productParam = 'product'

/** How the addresses of the manual import end (spec 2). */
const manualPath = '/reviews/import'

interface ImportPlace {
  /** The manual import, which begins with a product; else the import of whole shops. */
  manual: boolean
  /** Relay id of the import that the page shows. */
  run: string | null
  /** The source whose view is open. */
  source: SourceId | null
  /** Relay id of the product that the merchant imports for. */
  product: string | null
  /** The address of a source's view; null: of where imports begin. */
  hrefOf: (source: SourceId | null) => string
  /** Opens it. */
  open: (source: SourceId | null) => void
  /** Chooses for which product is imported; the list's own place stays as it is. */
  importFor: (product: string | null) => void
}

/** Where on the page of imports the merchant is, as its address tells. */
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
