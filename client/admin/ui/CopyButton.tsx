import { useLingui } from '@lingui/react/macro'
import { Button } from '@shopify/polaris'
import { CheckIcon, ClipboardIcon } from '@shopify/polaris-icons'
import { useEffect, useState } from 'react'
import { useToast } from '../shell/toasts.tsx'

interface Props {
  text: string
  /** Name of the copied text for screen readers. */
  label: string
}

/** Copies a text to the clipboard and briefly confirms it. */
export function CopyButton({ text, label }: Props) {
  const { t } = useLingui()
  const toast = useToast()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => toast(t`Your browser doesn’t allow copying here. Select the text instead.`, { isError: true }),
    )
  return (
    <Button
      size="micro"
      variant="tertiary"
      icon={copied ? CheckIcon : ClipboardIcon}
      accessibilityLabel={copied ? t`Copied` : label}
      onClick={() => void copy()}
    />
  )
}
