import { useReadOnly, useViewer } from '../shell/frame/viewer.tsx'

/** Returns whether the session may manage people, keys and the plan: neither read-only nor the operator's support. */
export function useIsOwner(): boolean {
  const { shop } = useViewer()
  return !useReadOnly() && !shop.isCrmLogin
}
