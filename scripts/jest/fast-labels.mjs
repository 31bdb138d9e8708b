// jsdom walks the whole document for each label of each element, which took a quarter of the client tests' time.
const labelable = ['button', 'input', 'meter', 'output', 'progress', 'select', 'textarea']
const isLabelable = (element) => labelable.includes(element?.localName) && element.type !== 'hidden'

function findControl(label) {
  const id = label.getAttribute('for')
  const control = id === null ? label.querySelector(labelable.join()) : label.ownerDocument.getElementById(id)
  return isLabelable(control) ? control : null
}

Object.defineProperty(globalThis.HTMLLabelElement.prototype, 'control', {
  get() {
    return findControl(this)
  },
})

for (const name of labelable)
  Object.defineProperty(globalThis.document.createElement(name).constructor.prototype, 'labels', {
    get() {
      if (!isLabelable(this)) return null
      return [...this.ownerDocument.getElementsByTagName('label')].filter((label) => findControl(label) === this)
    },
  })
