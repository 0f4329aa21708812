const isElementChanged = (element: Element): boolean => {
  if (element instanceof HTMLSelectElement)
    return Array.from(element.options).some(({ selected, defaultSelected }) => selected !== defaultSelected)
  if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
    return element.checked !== element.defaultChecked
  const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
  return isText && element.value !== element.defaultValue
}

/** Whether the user has changed anything in the form. */
export const isFormChanged = (form: HTMLFormElement): boolean => Array.from(form.elements).some(isElementChanged)
