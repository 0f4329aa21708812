/** Blues from the deepest to the lightest, paper, and the one warm accent. */
export const blue = {
  night: '#071a3d',
  deep: '#0a2453',
  deep2: '#113a80',
  mid: '#1d55a8',
  clear: '#3f7fd6',
  soft: '#7fadea',
  pale: '#b9d3f5',
  mist: '#dfeafa',
  paper: '#f5f9ff',
} as const

export const warm = { deep: '#c9671f', clear: '#f0954a', soft: '#f8bd86', pale: '#fde3ca' } as const

export const wood = { deep: '#6d4a33', clear: '#94683f', soft: '#b98a5b' } as const

export const skins = ['#f6d3b8', '#efc19d', '#e3ac84', '#cf9268', '#b0764f', '#8d5a3b'] as const

export const hairs = ['#1c1a20', '#2b2323', '#3d2c25', '#57402f', '#6f6a6b', '#a9a6a6', '#d9d6d2'] as const
