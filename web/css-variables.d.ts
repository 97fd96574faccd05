// Types the theme's colours as CSS variables: theme.vars.
import '@mui/material/themeCssVarsAugmentation'
