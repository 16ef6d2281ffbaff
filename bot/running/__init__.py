"""The process of `boia run`: its start and end, how updates come, how it is watched."""
