package logic

type graph struct{ built bool }
