import { useSyncExternalStore } from 'react'

/** What the operator offers: a tag of the page names it. Nothing is loaded before the merchant agrees. */
export interface Offer {
  chat: { script: string; id: string } | null
  analytics: { url: string; key: string } | null
}

export type Purpose = keyof Offer

export function readOffer(): Offer | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="candor-support"]')?.content
  return content ? (JSON.parse(content) as Offer) : null
}

const key = (purpose: Purpose) => `candor.consent.${purpose}`
const listeners = new Set<() => void>()
/** Frames whose storage the browser blocks remember until they are closed. */
const memory = new Map<Purpose, boolean>()

function hasConsent(purpose: Purpose): boolean {
  try {
    return memory.get(purpose) ?? localStorage.getItem(key(purpose)) === 'yes'
  } catch {
    return false
  }
}

function setConsent(purpose: Purpose, agreed: boolean): void {
  memory.set(purpose, agreed)
  try {
    if (agreed) localStorage.setItem(key(purpose), 'yes')
    else localStorage.removeItem(key(purpose))
  } catch {
    // Remembered in memory.
  }
  listeners.forEach((listener) => listener())
}

/** Returns whether this person agreed, on this device, and a setter. */
export function useConsent(purpose: Purpose): [agreed: boolean, set: (agreed: boolean) => void] {
  const agreed = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => hasConsent(purpose),
  )
  return [agreed, (next) => setConsent(purpose, next)]
}
