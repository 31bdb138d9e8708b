export { contrast, readableContrast } from '../../../../rules/contrast.ts'
