// Adds browser features that Polaris needs and jsdom lacks.
import './fast-labels.mjs'

globalThis.IS_REACT_ACT_ENVIRONMENT = true

globalThis.matchMedia ??= () => ({
  matches: false,
  addListener() {},
  removeListener() {},
  addEventListener() {},
  removeEventListener() {},
})

class SilentObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= SilentObserver
globalThis.IntersectionObserver ??= SilentObserver
globalThis.scrollTo = () => {}
