// Tells the theme's type that its colours are CSS variables: theme.vars.
import '@mui/material/themeCssVarsAugmentation'
