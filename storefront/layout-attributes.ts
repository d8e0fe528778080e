/** The settings of a theme that style sheets select by, by the attribute of the body. */
export const layoutAttributes = {
  'data-header': 'headerLayout',
  'data-search': 'headerSearch',
  'data-card': 'cardStyle',
  'data-ratio': 'imageRatio',
  'data-fit': 'imageFit',
  'data-quick': 'quickAdd',
  'data-button': 'button',
  'data-hero': 'heroLayout',
} as const
